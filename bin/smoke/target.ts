import { existsSync, readFileSync } from 'node:fs'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { APIS, type ApiName } from '../../lib/apis.ts'
import { edgeVariables } from '../../lib/deployment-steps.ts'
import { EDGE_REGION, publicUrlsAt } from '../../lib/edge-config.ts'
import { stackOutputs } from '../../lib/stack-outputs.ts'

type Variables = Readonly<Record<string, string | undefined>>

export interface Target {
  readonly urls: Readonly<Partial<Record<ApiName, string>>>
  readonly session?: string | undefined
  /** False on an emulator, which has no user pool. */
  readonly hasIssuer?: boolean | undefined
  readonly person?: { readonly email: string; readonly name: string } | undefined
  readonly key?: string | undefined
  readonly imagesKey?: string | undefined
}

type StackDescription = Pick<Target, 'urls'> & { readonly identities?: Readonly<Record<string, unknown>> }

const FILES: Readonly<Record<string, string>> = { local: '.local/stack.json', emulator: '.local/emulator.json' }

const targetInFile = (file: string): Target => {
  const { urls, identities } = JSON.parse(readFileSync(file, 'utf8')) as StackDescription
  // The demo user with the Pro plan, who can sign in only at the local issuer.
  const person = identities?.pro ? { email: 'pro@demo.signet.example', name: 'Demo pro' } : undefined
  return { urls, person, hasIssuer: identities !== undefined }
}

const addressesIn = (env: Variables): Target['urls'] =>
  Object.fromEntries(
    APIS.flatMap(({ key }) => {
      const url = env[`SIGNET_PUBLIC_URL_${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`]
      return url ? [[key, url]] : []
    }),
  )

/** Returns the addresses of a deployed stage from the configuration, or from the outputs of its edge or its APIs. */
const urlsOfStage = async (stage: string, env: Variables): Promise<Target['urls']> => {
  const configured = addressesIn(env)
  const edge = await edgeVariables(new CloudFormationClient({ region: EDGE_REGION }), `signet-${stage}-edge`)
  // Behind an edge, the APIs reject requests at their own addresses.
  if (edge) return publicUrlsAt({ ...addressesIn(edge), ...configured }, 'on', undefined)
  const client = new CloudFormationClient({})
  const outputs = await Promise.all(
    APIS.map(async ({ key }) => [key, (await stackOutputs(client, `signet-${stage}-${key}-api`))?.Url] as const),
  )
  const ownUrls = outputs.flatMap(([key, url]) => (url === undefined ? [] : [[key, url.replace(/\/$/, '')]]))
  return { ...Object.fromEntries(ownUrls), ...configured }
}

/**
 * Returns the target that an operator names: a stage, `local`, `emulator`, the file that one of these wrote, or the
 * address of one host with all APIs. Credentials come from the environment: SIGNET_SMOKE_SESSION, SIGNET_SMOKE_KEY,
 * SIGNET_SMOKE_IMAGES_KEY.
 * @throws Error if the stage does not exist
 */
export const targetOf = async (name: string, env: Variables): Promise<Target> => {
  const credentials = {
    session: env.SIGNET_SMOKE_SESSION,
    key: env.SIGNET_SMOKE_KEY,
    imagesKey: env.SIGNET_SMOKE_IMAGES_KEY,
  }
  if (/^https?:/.test(name)) {
    const url = name.replace(/\/$/, '')
    return { urls: Object.fromEntries(APIS.map(({ key }) => [key, url])), ...credentials }
  }
  const file = FILES[name] ?? name
  if (existsSync(file)) return { ...targetInFile(file), ...credentials }
  const urls = await urlsOfStage(name, env)
  if (Object.keys(urls).length === 0)
    throw new Error(`The stage "${name}" does not exist in this account and region, and no file has that name`)
  return { urls, ...credentials }
}
