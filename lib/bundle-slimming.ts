import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/**
 * Lambda, and the local runner alike, hand credentials to a function in its environment. The SDK's default provider
 * chain also carries SSO, web identity, login, process and instance-metadata providers with an STS client of their
 * own: 111 KB of a 528 KB bundle, and none of it can run inside a function.
 */
const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({
      path: 'environment-credentials',
      namespace: 'signet',
    }))
    build.onLoad({ filter: /^environment-credentials$/, namespace: 'signet' }, () => ({
      contents: "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'",
      resolveDir: import.meta.dirname,
    }))
  },
}

/**
 * The SDK carries the event stream codec for operations that none of these functions call (of S3,
 * SelectObjectContent, which AWS closed to new customers; of Lambda, InvokeWithResponseStream). A function that comes to need event streams fails with the
 * reason instead of every function carrying 15 KB.
 */
const withoutEventStreams: Plugin = {
  name: 'without-event-streams',
  setup(build) {
    build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ importer }) =>
      /client-(?:s3|lambda)[\\/]|protocols[\\/]HttpProtocol\.js$/.test(importer)
        ? { path: 'without-event-streams', namespace: 'signet' }
        : undefined,
    )
    build.onLoad({ filter: /^without-event-streams$/, namespace: 'signet' }, () => ({
      contents: `
        const missing = () => { throw new Error('Event streams are left out of this bundle: see lib/bundle-slimming.ts') }
        export const eventStreamSerdeProvider = () => ({ serialize: missing, deserialize: missing })
        export const resolveEventStreamSerdeConfig = (config) => config
        export class EventStreamSerde { constructor() { missing() } }
      `,
    }))
  },
}

/** Only browsers need bowser, by which the SDK detects them; omitting it saves 35 KB. */
const withoutBrowsers: Plugin = {
  name: 'without-browsers',
  setup(build) {
    build.onResolve({ filter: /^bowser$/ }, () => ({ path: 'without-browsers', namespace: 'signet' }))
    build.onLoad({ filter: /^without-browsers$/, namespace: 'signet' }, () => ({
      contents: 'export default undefined',
    }))
  },
}

/** Every zod schema carries the emitter of JSON Schema. Only documents and tests use it; omitting it saves 16 KB. */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  setup(build) {
    build.onLoad(
      { filter: /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/ },
      async ({ path }) => {
        const source = await readFile(path, 'utf8')
        const declared = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
        const stubs = [...new Set(declared)].map((name) => `export const ${name} = /* @__PURE__ */ missingOf()`)
        return {
          contents: `
          const missing = () => { throw new Error('JSON Schema is left out of this bundle: see lib/bundle-slimming.ts') }
          const missingOf = () => missing
          ${stubs.join('\n')}
          export { missing as process }
        `,
          loader: 'js',
        }
      },
    )
  },
}

/** Functions that publish JSON Schemas: agents read the inputs of tools. */
const TELLS_SCHEMAS: readonly string[] = ['image-mcp-server', 'agent-gateway-mcp', 'runtime-api']

/**
 * esbuild plugins that leave out what a function on Lambda cannot use. A cold start takes about a millisecond of CPU for
 * 30 KB: savings under 15 KB were not worth their lines (docs/adr/0022).
 */
export const slimmingFor = (bundle: string): readonly Plugin[] => [
  environmentCredentials,
  withoutEventStreams,
  withoutBrowsers,
  ...(TELLS_SCHEMAS.includes(bundle) ? [] : [withoutJsonSchema]),
]
