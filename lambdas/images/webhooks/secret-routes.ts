import { reply } from '@signet/contracts'
import { type Caller, type Clock, forbidden, type Route, route } from '@signet/kernel'
import type { SecretState, SecretTable, WebhookSecrets } from '@signet/notifications/webhooks'
import { getWebhookSecret, rotateWebhookSecret, type WebhookSecret } from '../contract/webhooks.ts'

export interface SecretDeps {
  readonly states: SecretTable
  readonly secrets: WebhookSecrets
  readonly now: Clock
}

/** Agents must not read the webhook secret, which receivers use to verify the sender. */
const refuseAgents = ({ kind }: Caller) =>
  kind === 'oauth' ? forbidden('Agents cannot read the webhook secret: use an API key') : undefined

const NO_STORE = { 'cache-control': 'no-store' }

export const webhookSecretRoutes = ({ states, secrets, now }: SecretDeps): Route[] => {
  const view = async (tenantId: string, state: SecretState): Promise<WebhookSecret> => {
    const previousValidUntil = state.replaced[0]?.until
    return {
      secret: await secrets.current(tenantId, state),
      rotated_at: state.rotated_at ?? null,
      previous_valid_until:
        previousValidUntil !== undefined && new Date(previousValidUntil) > now() ? previousValidUntil : null,
    }
  }
  return [
    route(getWebhookSecret, async ({ caller }) => {
      const { tenantId } = caller
      return refuseAgents(caller) ?? reply(200, await view(tenantId, await states.read(tenantId)), NO_STORE)
    }),
    route(rotateWebhookSecret, async ({ caller, headers }) => {
      const refusal = refuseAgents(caller)
      if (refusal) return refusal
      const { tenantId } = caller
      const { state, isReplay } = await states.rotate(tenantId, headers['idempotency-key'])
      const replayed = isReplay ? { 'idempotent-replayed': 'true' } : {}
      return reply(200, await view(tenantId, state), { ...NO_STORE, ...replayed })
    }),
  ]
}
