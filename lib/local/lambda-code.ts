import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localCredentials } from './aws/local-credentials.ts'
import { FunctionError } from './aws/ports.ts'
import type { LocalFunction } from './function-model.ts'

const credentialVariables = (label: string): Record<string, string> => {
  const { accessKeyId, secretAccessKey, sessionToken } = localCredentials(label)
  return { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken }
}

/** The variables that Lambda itself sets for a function, and the addresses of the embedded services for its SDK. */
export const runtimeVariables = (fn: LocalFunction, endpoint: string): Record<string, string> => ({
  AWS_REGION: fn.region,
  AWS_DEFAULT_REGION: fn.region,
  AWS_LAMBDA_FUNCTION_NAME: fn.name,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMb),
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${fn.name}`,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  ...credentialVariables(fn.label),
  // An endpoint whose host is an IP address makes the S3 client use path style by itself.
  AWS_ENDPOINT_URL: endpoint,
  _HANDLER: fn.handler,
  LAMBDA_RUNTIME_DIR: '/var/runtime',
  LANG: 'en_US.UTF-8',
  PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin',
  TZ: ':UTC',
})

/** As bundles ask for it (lib/layered-modules.ts), and as code that is no bundle imports it. */
const nativeImport = /(?:from\s*|import\s*|\(\s*)["'`]sharp["'`]/

/** The file that holds the handler. A bundle that needs the native layer, of a function without one, does not load. */
export const entryOf = (fn: LocalFunction, dist: string): { readonly entry: string; readonly root: string } => {
  const root = fn.bundle === undefined ? (fn.assetDir ?? '') : join(dist, fn.bundle)
  const base = join(root, fn.handler.slice(0, fn.handler.lastIndexOf('.')))
  const entry = [`${base}.mjs`, `${base}.js`, `${base}.cjs`].find((file) => existsSync(file))
  if (!entry)
    throw new FunctionError('Runtime.ImportModuleError', `${fn.label}: there is no ${base}.mjs; run npm run build`)
  if (fn.layers === 0 && nativeImport.test(readFileSync(entry, 'utf8'))) {
    throw new FunctionError(
      'Runtime.ImportModuleError',
      `${fn.label}: Cannot find package 'sharp': its template gives the function no layer that carries it`,
    )
  }
  return { entry, root }
}
