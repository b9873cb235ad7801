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
 * Each SDK client imports its whole package.json for the version in the user agent; esbuild keeps the file, scripts
 * and dependency lists included. Two fields do.
 */
const versionOnly: Plugin = {
  name: 'sdk-version-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]@aws-sdk[\\/][^\\/]+[\\/]package\.json$/ }, async ({ path }) => {
      const { default: manifest } = (await import(path, { with: { type: 'json' } })) as {
        default: { name: string; version: string }
      }
      return { contents: JSON.stringify({ name: manifest.name, version: manifest.version }), loader: 'json' }
    })
  },
}

/**
 * The S3 client loads the event stream codec for one operation, SelectObjectContent, which AWS closed to new
 * customers. A function that needs event streams fails with the reason instead of carrying 15 KB for all of them.
 */
const withoutEventStreams: Plugin = {
  name: 'without-event-streams',
  setup(build) {
    build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ importer }) =>
      /client-s3[\\/]/.test(importer) ? { path: 'without-event-streams', namespace: 'signet' } : undefined,
    )
    build.onLoad({ filter: /^without-event-streams$/, namespace: 'signet' }, () => ({
      contents: `
        const missing = () => { throw new Error('Event streams are left out of this bundle: see lib/bundle-slimming.ts') }
        export const eventStreamSerdeProvider = () => ({ serialize: missing, deserialize: missing })
        export const resolveEventStreamSerdeConfig = (config) => config
      `,
    }))
  },
}

/** esbuild plugins that leave out what a function on Lambda cannot use. Measured figures are beside each. */
export const slimming: readonly Plugin[] = [environmentCredentials, versionOnly, withoutEventStreams]
