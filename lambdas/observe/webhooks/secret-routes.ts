import { reply } from '@signet/contracts'
import { type Caller, forbidden, type Route, route } from '@signet/kernel'
import {
  type AlertSigningTable,
  alertSigner,
  type SecretState,
  type WebhookSecrets,
} from '@signet/notifications/webhooks'
import { getAlertSecret, rotateAlertSecret } from '../contract/webhook-secret.ts'
import { telemetryOwnerOf } from '../workers/windows.ts'

export interface AlertSecretDeps {
  readonly signing: AlertSigningTable
  readonly secrets: Pick<WebhookSecrets, 'current'>
}

const NO_STORE = { 'cache-control': 'no-store' }

/** An agent can change rules but must not read the secret, with which it could sign notifications. */
const agentRefusal = ({ kind }: Caller) =>
  kind === 'oauth' ? forbidden('Agents cannot read the webhook signing secret. Use an API key') : undefined

export const alertSecretRoutes = ({ signing, secrets }: AlertSecretDeps): Route[] => {
  const viewSecret = async (tenant: string, state: SecretState) => ({
    secret: await secrets.current(alertSigner(tenant), state),
    rotated_at: state.rotated_at ?? null,
  })
  return [
    route(getAlertSecret, async ({ caller }) => {
      const { tenant } = telemetryOwnerOf(caller)
      return agentRefusal(caller) ?? reply(200, await viewSecret(tenant, await signing.read(tenant)), NO_STORE)
    }),
    route(rotateAlertSecret, async ({ caller }) => {
      const refusal = agentRefusal(caller)
      if (refusal) return refusal
      const { tenant } = telemetryOwnerOf(caller)
      return reply(200, await viewSecret(tenant, await signing.rotate(tenant)), NO_STORE)
    }),
  ]
}
