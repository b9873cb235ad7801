import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
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
 * Schemas are array literals that nothing but their operation needs, yet esbuild keeps all of them, because a computed
 * key, `{ [_hH]: _xarp }`, might run code. The keys are string constants of the same file: written out, what is not
 * used goes. 57 KB of a 595 KB bundle, 52 of them the S3 client's.
 */
const plainSchemaKeys: Plugin = {
  name: 'plain-schema-keys',
  setup(build) {
    build.onLoad({ filter: /[\\/]client-[^\\/]+[\\/]dist-es[\\/]schemas[\\/]schemas_\d+\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const constants = new Map(
        [...source.matchAll(/^const (_\w+) = ("[^"\n]*");$/gm)].map(([, name, text]) => [name, text]),
      )
      const contents = source.replace(/\[(_\w+)\]:/g, (whole, name: string) => {
        const text = constants.get(name)
        return text === undefined ? whole : `${text}:`
      })
      return { contents, loader: 'js', resolveDir: dirname(path) }
    })
  },
}

/**
 * The SDK carries the event stream codec for operations that none of these functions call (of S3,
 * SelectObjectContent, which AWS closed to new customers). A function that comes to need event streams fails with the
 * reason instead of every function carrying 15 KB.
 */
const withoutEventStreams: Plugin = {
  name: 'without-event-streams',
  setup(build) {
    build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ importer }) =>
      /client-s3[\\/]|protocols[\\/]HttpProtocol\.js$/.test(importer)
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

/** The SDK knows the browser it runs in by `bowser`, which it imports when it runs in one: 35 KB that wait for nothing. */
const withoutBrowsers: Plugin = {
  name: 'without-browsers',
  setup(build) {
    build.onResolve({ filter: /^bowser$/ }, () => ({ path: 'without-browsers', namespace: 'signet' }))
    build.onLoad({ filter: /^without-browsers$/, namespace: 'signet' }, () => ({
      contents: 'export default undefined',
    }))
  },
}

const SDK_ERROR =
  /export class (\w+) extends __BaseException \{\n {4}static shapeId = ("[^"]+");\n {4}name = "\1";\n {4}\$fault = ("\w+");\n((?: {4}\w+;\n)*) {4}constructor\(opts\) \{\n {8}super\(\{\n {12}name: "\1",\n {12}\$fault: \3,\n {12}\.\.\.opts,\n {8}\}\);\n {8}Object\.setPrototypeOf\(this, \1\.prototype\);\n((?: {8}this\.\w+ = opts\.\w+;\n)*) {4}\}\n\}/g

/**
 * A client brings a class for each error of its service, thirty times the same text but for names and members. What makes
 * them is written once instead: 14 KB of three clients. A class of another form is left as it is.
 */
const errorsByName: Plugin = {
  name: 'sdk-errors-by-name',
  setup(build) {
    build.onLoad({ filter: /[\\/]client-[^\\/]+[\\/]dist-es[\\/]models[\\/]errors\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const contents = source.replace(SDK_ERROR, (_, name: string, shapeId: string, fault: string, members: string) => {
        const own = members.match(/\w+/g) ?? []
        return `export const ${name} = /* @__PURE__ */ errorOf("${name}", ${shapeId}, ${fault}, ${JSON.stringify(own)})`
      })
      const errorOf = `
        function errorOf(name, shapeId, $fault, members) {
          const Made = class extends __BaseException {
            static shapeId = shapeId
            name = name
            $fault = $fault
            constructor(opts) {
              super({ name, $fault, ...opts })
              Object.setPrototypeOf(this, Made.prototype)
              for (const member of members) this[member] = opts[member]
            }
          }
          return Object.defineProperty(Made, 'name', { value: name })
        }`
      return { contents: `${contents}\n${errorOf}`, loader: 'js', resolveDir: dirname(path) }
    })
  },
}

/** Zod carries the emitter of JSON Schema with every schema; only documents and tests ask for it: 16 KB. */
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

/** DynamoDB in one region has one endpoint: what would discover and remember others is 8 KB that never run. */
const withoutEndpointDiscovery: Plugin = {
  name: 'without-endpoint-discovery',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/middleware-endpoint-discovery$/ }, () => ({
      path: 'without-endpoint-discovery',
      namespace: 'signet',
    }))
    build.onLoad({ filter: /^without-endpoint-discovery$/, namespace: 'signet' }, () => ({
      contents: `
        const off = () => false
        export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = { environmentVariableSelector: off, configFileSelector: off, default: false }
        export const resolveEndpointDiscoveryConfig = (config) => config
      `,
    }))
  },
}

/** Classes that code which we do not run would make; what is left of each says so. */
const NEVER_MADE: readonly (readonly [filter: RegExp, name: string])[] = [
  // Signs messages of event streams.
  [/[\\/]signature-v4[\\/]dist-es[\\/]HeaderFormatter\.js$/, 'HeaderFormatter'],
  // Sessions are of any issuer, so the general verifier checks them.
  [/[\\/]aws-jwt-verify[\\/]dist[\\/]esm[\\/]cognito-verifier\.js$/, 'CognitoJwtVerifier'],
]

const withoutTheUnmade: Plugin = {
  name: 'without-the-unmade',
  setup(build) {
    for (const [filter, name] of NEVER_MADE) {
      build.onLoad({ filter }, () => ({
        contents: `export class ${name} {
          format() { throw new Error('${name} is left out of this bundle: see lib/bundle-slimming.ts') }
          static create() { throw new Error('${name} is left out of this bundle: see lib/bundle-slimming.ts') }
        }`,
        loader: 'js',
      }))
    }
  },
}

/** The SDK digests with node:crypto; its own SHA-256 in JavaScript is for engines without one. */
const withoutOwnDigest: Plugin = {
  name: 'without-own-digest',
  setup(build) {
    build.onLoad({ filter: /[\\/]sha256[\\/]Sha256Js\.js$/ }, () => ({
      contents: `export class Sha256Js { constructor() { throw new Error('node:crypto digests: see lib/bundle-slimming.ts') } }`,
      loader: 'js',
    }))
  },
}

/** esbuild plugins that leave out what a function on Lambda cannot use. Measured figures are beside each. */
export const slimming: readonly Plugin[] = [
  environmentCredentials,
  versionOnly,
  plainSchemaKeys,
  withoutEventStreams,
  withoutBrowsers,
  errorsByName,
  withoutJsonSchema,
  withoutEndpointDiscovery,
  withoutOwnDigest,
  withoutTheUnmade,
]
