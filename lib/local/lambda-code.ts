import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localCredentials } from './aws/local-credentials.ts'
import { FunctionError } from './aws/ports.ts'
import type { LocalFunction } from './function-model.ts'

const credentialVariables = (label: string): Record<string, string> => {
  const { accessKeyId, secretAccessKey, sessionToken } = localCredentials(label)
  return { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken }
}

/** Returns the variables that Lambda sets for a function, including the endpoint of the embedded services. */
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
  // For an endpoint with an IP address, the S3 client uses path style.
  AWS_ENDPOINT_URL: endpoint,
  _HANDLER: fn.handler,
  LAMBDA_RUNTIME_DIR: '/var/runtime',
  LANG: 'en_US.UTF-8',
  PATH: '/var/lang/bin:/usr/local/bin:/usr/bin/:/bin:/opt/bin',
  TZ: ':UTC',
})

/** Matches imports of sharp in bundles (lib/layered-modules.ts) and in code without a bundle. */
const nativeImport = /(?:from\s*|import\s*|\(\s*)["'`]sharp["'`]/

/** Returns the file with the handler. @throws FunctionError if it is missing, or imports sharp without the layer. */
export const entryOf = (fn: LocalFunction, dist: string): { readonly entry: string; readonly root: string } => {
  const root = fn.bundle === undefined ? (fn.assetDir ?? '') : join(dist, fn.bundle)
  const base = join(root, fn.handler.slice(0, fn.handler.lastIndexOf('.')))
  const entry = [`${base}.mjs`, `${base}.js`, `${base}.cjs`].find((file) => existsSync(file))
  if (!entry)
    throw new FunctionError('Runtime.ImportModuleError', `${fn.label}: ${base}.mjs does not exist; run npm run build`)
  if (fn.layers === 0 && nativeImport.test(readFileSync(entry, 'utf8'))) {
    throw new FunctionError(
      'Runtime.ImportModuleError',
      `${fn.label}: Cannot find package 'sharp': the function has no layer that contains it`,
    )
  }
  return { entry, root }
}
