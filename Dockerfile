# Two stages: the first has what the build needs, the second what runs. `docker build -t inlay .`
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm pack ./dist --pack-destination /tmp && mv /tmp/inlay-*.tgz /tmp/inlay.tgz

FROM node:24-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
COPY --from=build /tmp/inlay.tgz /tmp/inlay.tgz
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/inlay.tgz && rm -rf /tmp/inlay.tgz /root/.npm
RUN mkdir -p /var/lib/inlay /workspace && chown 1000:1000 /var/lib/inlay
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV WORKSPACE=/workspace
ENV DATA_DIR=/var/lib/inlay
# Nothing else is written but temporary files of DuckDB: with a read-only root, give /tmp a tmpfs.
VOLUME /var/lib/inlay
EXPOSE 4000
USER 1000:1000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD node -e "fetch('http://127.0.0.1:' + (process.env.PORT || 4000) + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["tini", "--", "inlay"]
CMD ["start"]
