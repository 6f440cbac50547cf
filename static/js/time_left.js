// The time left until a moment in figures: 4:05, 1:04:05, or whole days.
"use strict";
(() => {
  const HOURS_WITHOUT_DAYS = 47;
  const two = (number) => String(number).padStart(2, "0");

  pokerroom.formatTimeLeft = (ms) => {
    const left = Math.ceil(Math.max(0, ms) / 1000);
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    if (hours > HOURS_WITHOUT_DAYS) return `${Math.floor(hours / 24)} d`;
    return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  };
})();
