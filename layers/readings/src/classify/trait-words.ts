import type { TraitName } from './trait-names.ts'

type Words = Readonly<Record<string, string>>

/** Words that indicate each value of a trait, as phrases separated by commas. The first matching value counts. */
export const TRAIT_WORDS: Readonly<Partial<Record<TraitName, Words>>> = {
  trigger: {
    webhook: 'webhook, webhooks, callback, callbacks, third party posts, vendor calls us, calls us back',
    queue: 'queue, queued, sqs, backlog, dead letter, background job, background jobs',
    schedule:
      'cron, schedule, scheduled, nightly, daily, hourly, weekly, monthly, every night, every day, every hour, every morning, every week, every month, every monday, midnight, once a day',
    stream: 'stream, streaming, kinesis, kafka, telemetry, clickstream, change data capture, cdc, sensor readings',
    file: 'uploaded file, upload, uploads, uploaded, csv, pdf, sftp, bucket, file drop, dropped in, attachments, photos',
    cli: 'cli, command line, terminal, shell, stdin, exit code, subcommand',
    connection: 'websocket, websockets, chat room, presence, multiplayer, live collaboration, server sent events',
    manual: 'by hand, on demand, manually, when somebody presses',
    http: 'api, endpoint, http, rest, request, graphql, web form, browser',
  },
  route_shape: {
    graphql: 'graphql',
    proxy: 'proxy, reverse proxy, forward requests, origin, cdn',
    rpc: 'rpc, json rpc, mcp, tool calls, grpc',
    resource: 'crud, create update delete, records, rest resource, create edit delete, manage',
  },
  verification: {
    hmac: 'hmac, signature, signed payload, signing secret, verify signature, signed',
    jwt: 'jwt, jwts, bearer token, access token, access tokens, id token',
    oauth: 'oauth, oidc, openid, sso, single sign on, saml, google account',
    mtls: 'mtls, mutual tls, client certificate, client certificates',
    'api-key': 'api key, api keys, access key, service key',
    none: 'without login, no login, without sign in, no sign in, without signing in, without an account, without authentication, no authentication, unauthenticated, anonymously, anonymous visitors, open to everybody, open to everyone, open to anyone, open to the public',
  },
  dispatch: {
    queue: 'queue, queued, in the background, background job, asynchronously',
    stream: 'stream, kinesis, kafka',
    fanout: 'fan out, broadcast, notify all, subscribers, pub sub, several services, multiple channels',
    steps: 'workflow, step functions, approval, approve, saga, state machine, several steps, multi step',
    sync: 'immediately, synchronously, right away, in the same request, instantly',
  },
  store: {
    vector: 'embeddings, vector, vectors, semantic search, rag, similarity',
    relational: 'postgres, mysql, sql, relational, aurora, joins',
    object: 's3, bucket, files, file, uploads, images, pdf, pdfs, videos, photos, documents',
    cache: 'cache, caching, redis, memcached',
    keyvalue:
      'dynamodb, key value, records, store, save, history, deduplicate, idempotent, todo, bookings, inventory, orders',
    none: 'stateless, keeps nothing, stores nothing, without storing',
  },
  exposure: {
    internal: 'internal, intranet, our staff, employees, our team, our services, engineers, back office, colleagues',
    partner: 'partner, partners, supplier, suppliers, b2b, dealers, resellers',
    public:
      'public, customers, customer, anyone, anybody, website, visitors, users, citizens, stripe, github, shopify, internet, everybody, shop',
  },
  multi_tenant: {
    yes: 'multi tenant, tenants, tenant, per organisation, per organization, per customer, organisations, organizations, workspaces, saas, each customer, per workspace',
    no: 'single tenant, our own, personal, for myself, one company, internal',
  },
  has_ui: {
    yes: 'website, page, pages, dashboard, ui, frontend, front end, web app, react, form, browser, landing page, screen',
    no: 'api only, headless, backend only, no ui',
  },
  uses_model: {
    yes: 'llm, gpt, language model, ai, embeddings, rag, bedrock, openai, claude, summarise, summarize, chatbot, agent, classify with',
  },
  latency: {
    batch: 'nightly, daily, weekly, monthly, batch, overnight, every night, end of month, etl, import, report',
    seconds: 'queue, in the background, worker, asynchronously, webhook, within a minute, pipeline, transcode',
    interactive:
      'api, endpoint, live, real time, realtime, chat, instantly, websocket, login, page, search, autocomplete',
  },
}

/** Words that indicate each class of data. All matching classes count, in this order. */
export const DATA_CLASS_WORDS: Words = {
  pii: 'email, emails, address, addresses, name, names, customer, customers, contacts, users, user, members, employees, phone number, birthdays, passport, profile, profiles, personal data, candidates, guests, patients, citizens, tenants of a building, subscribers, newsletter',
  phi: 'patient, patients, medical, health record, health records, diagnosis, clinic, hospital, doctors, prescription, x rays, heart rates',
  pci: 'card number, card numbers, credit card, credit cards, pan, cardholder, card payments, card processor, card transactions',
  financial:
    'payment, payments, invoice, invoices, bank, iban, salary, payroll, accounting, ledger, refund, refunds, loan application, bank loan, bank loans, mortgage, transactions, billing, tax, stripe, paypal, prices, expenses, purchase, insurance',
  biometric: 'fingerprint, face recognition, biometric, voice print, iris',
  credentials: 'password, passwords, secret, secrets, tokens, access tokens, login, credentials, passkeys, ssh key',
  health: 'fitness, sleep, heart rate, weight, diet, wellbeing, workout, nutrition, steps a day, allergies',
  none: 'no personal data, public data, open data, anonymous',
}

/** Names of vendors. The first of this list that occurs in an intention counts. */
export const VENDORS: readonly string[] =
  'stripe github gitlab shopify twilio slack paypal adyen sendgrid mailgun hubspot salesforce docusign zapier typeform calendly netsuite sap jira notion airtable okta auth0 zendesk intercom mailchimp quickbooks xero woocommerce bitbucket discord telegram plaid square klaviyo snowflake'.split(
    ' ',
  )
