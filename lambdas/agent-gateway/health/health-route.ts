import { reply } from '@signet/contracts'
import { type Clock, route } from '@signet/kernel'
import { getGatewayHealth } from '../contract/gateway.ts'

export const healthRoute = ({ now }: { readonly now: Clock }) => {
  const started = now()
  return route(getGatewayHealth, async () => {
    const { engineHealth } = await import('@signet/readings')
    return reply(200, engineHealth(started, now()))
  })
}
