import { type Code, joinCode, literal } from '../code.ts'
import { type Context, type Design, hasTrigger, onAws, onCloudflare, portsOf } from '../design.ts'
import type { Flags } from '../templates/directives.ts'

const usesDependency = ({ files }: Pick<Design, 'files'>, dependency: 'random' | 'sleep'): boolean => {
  const use = new RegExp(`(?:deps\\.|[{,]\\s*)${dependency}\\b`)
  return files.some(
    ({ path, content }) => path.startsWith('src/') && path !== 'src/retry/backoff.ts' && use.test(content),
  )
}

export const designFlags = (design: Design, context: Context): Flags => {
  const ports = portsOf(design)
  const secrets = new Set<string>(design.secrets.map(({ name }) => name))
  return {
    aws: onAws(context),
    cloudflare: onCloudflare(context),
    functions: design.functions.length > 0,
    records: ports.has('records'),
    sends: ports.has('queue'),
    objects: ports.has('objects'),
    model: ports.has('model'),
    connections: ports.has('connections'),
    http: hasTrigger(design, 'http'),
    queue: hasTrigger(design, 'queue'),
    file: hasTrigger(design, 'file'),
    schedule: hasTrigger(design, 'schedule'),
    stream: hasTrigger(design, 'stream'),
    connection: hasTrigger(design, 'connection'),
    secrets: secrets.size > 0,
    settings: design.settings.length > 0,
    site: design.site !== undefined,
    open: design.isOpen,
    apiKeys: secrets.has('API_KEYS'),
    signingKeys: secrets.has('SIGNING_KEYS'),
    tokens: design.settings.some(({ name }) => name === 'JWKS_URL'),
    random: usesDependency(design, 'random'),
    sleep: usesDependency(design, 'sleep'),
    // AWS clients, which a function creates on first use.
    clients: secrets.size > 0 || [...ports].some((port) => port !== 'upstream'),
  }
}

/** Encodes a list of texts as a TypeScript expression. */
export const listOf = (texts: readonly string[]): Code =>
  `[${joinCode(
    texts.map((text) => literal(text)),
    ', ',
  )}]` as Code
