import { reply } from '@signet/contracts'
import { type Clock, route } from '@signet/kernel'
import { BUILT_IN_DECKS, ENGINE } from '@signet/readings'
import { getRuntimeHealth } from '../contract/health.ts'

/** `GET /health`. It reads nothing. */
export const healthRoute = ({ now }: { readonly now: Clock }) => {
  const started = now().getTime()
  const decks = new Set(BUILT_IN_DECKS.map(({ name }) => name)).size
  return route(getRuntimeHealth, async () => {
    const uptime_s = Math.max(0, Math.floor((now().getTime() - started) / 1_000))
    return reply(200, { ok: true as const, engine: ENGINE, decks, uptime_s })
  })
}
