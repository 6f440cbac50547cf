FROM python:3.11-slim-bookworm
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1
WORKDIR /room
COPY requirements/run.txt requirements/
RUN pip install --require-hashes -r requirements/run.txt
COPY . .
# Collecting needs settings, and settings a key: the embedded room makes one here that is thrown away with the layer.
RUN python scripts/compile_messages.py \
 && VAR_DIR=/tmp/build python manage.py collectstatic --no-input \
 && rm -rf /tmp/build \
 && useradd --system --home /room room && install -d -o room -g room /room/var
USER room
EXPOSE 8000
CMD ["python", "manage.py", "runroom", "--no-tables", "--host", "0.0.0.0", "--port", "8000"]
