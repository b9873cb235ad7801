import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/**
 * Lambda and the local runner pass credentials to a function in its environment. The SDK's default provider chain also
 * includes SSO, web identity, login, process and instance-metadata providers with their own STS client. They take 111
 * KB of a 528 KB bundle, and none of them works inside a function.
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
 * The SDK includes the event stream codec for operations that no function calls: SelectObjectContent of S3, which AWS
 * closed to new customers, and InvokeWithResponseStream of Lambda. Without it each function is 15 KB smaller. A
 * function that needs event streams throws an error that names this file.
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
        const missing = () => { throw new Error('Event streams are not part of this bundle: see lib/bundle-slimming.ts') }
        export const eventStreamSerdeProvider = () => ({ serialize: missing, deserialize: missing })
        export const resolveEventStreamSerdeConfig = (config) => config
        export class EventStreamSerde { constructor() { missing() } }
      `,
    }))
  },
}

/** Omits bowser, with which the SDK detects browsers; no function runs in one. Saves 35 KB. */
const withoutBrowsers: Plugin = {
  name: 'without-browsers',
  setup(build) {
    build.onResolve({ filter: /^bowser$/ }, () => ({ path: 'without-browsers', namespace: 'signet' }))
    build.onLoad({ filter: /^without-browsers$/, namespace: 'signet' }, () => ({
      contents: 'export default undefined',
    }))
  },
}

/** Omits the JSON Schema emitter, which every zod schema imports. Only API documents and tests use it. Saves 16 KB. */
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
          const missing = () => { throw new Error('JSON Schema is not part of this bundle: see lib/bundle-slimming.ts') }
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

/** Functions that publish JSON Schemas: agents read the input schemas of tools. */
const SCHEMA_PUBLISHERS: readonly string[] = ['image-mcp-server', 'agent-gateway-mcp', 'runtime-api']

/**
 * esbuild plugins that omit code which a function on Lambda cannot use. A cold start takes about a millisecond of CPU
 * per 30 KB, so savings under 15 KB are not worth a plugin (docs/adr/0022).
 */
export const slimmingFor = (bundle: string): readonly Plugin[] => [
  environmentCredentials,
  withoutEventStreams,
  withoutBrowsers,
  ...(SCHEMA_PUBLISHERS.includes(bundle) ? [] : [withoutJsonSchema]),
]
