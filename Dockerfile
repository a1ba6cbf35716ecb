# The first stage builds the executable with Node; the second contains only the executable and the C library.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY scripts/toolchain.mjs scripts/
# Installs the pinned Bun and the packages of bun.lock; cached until one of these files changes.
RUN node -e "import('./scripts/toolchain.mjs').then((toolchain) => toolchain.prepare())"
COPY . .
RUN node_modules/.bin/bun scripts/build.ts && mkdir /empty

# This image has no shell and no package manager; the site runs as user 65532.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /app/dist/padel-club /padel-club
COPY --from=build --chown=65532:65532 /empty /data
ENV DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=6s --start-period=20s CMD ["/padel-club", "doctor", "--running"]
ENTRYPOINT ["/padel-club"]
CMD ["serve"]
