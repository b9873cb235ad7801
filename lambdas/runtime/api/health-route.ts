import { reply } from '@signet/contracts'
import { type Clock, route } from '@signet/kernel'
import { engineHealth } from '@signet/readings'
import { getRuntimeHealth } from '../contract/health.ts'

export const healthRoute = ({ now }: { readonly now: Clock }) => {
  const started = now()
  return route(getRuntimeHealth, async () => reply(200, engineHealth(started, now())))
}
