import { type Code, code, joined } from '../../code.ts'
import { type Context, type Design, hasTrigger, onAws, onCloudflare, portsOf, type Trigger } from '../../design.ts'

/** What bounds the starts of the service, on each platform: only what its configuration says, and a test reads there. */
export const boundsOf = (design: Design, context: Context): Code => {
  const has = (...triggers: readonly Trigger[]): boolean => triggers.some((trigger) => hasTrigger(design, trigger))
  const both = [
    has('queue', 'file', 'stream') ? code`batches and attempts of messages` : undefined,
    has('schedule') ? code`times of its runs` : undefined,
  ]
  const aws = joined(
    [has('http', 'connection') ? code`requests of all callers together` : undefined, ...both, code`seconds of a run`],
    ', ',
  )
  const worker = joined(both, ', ')
  return joined(
    [
      onAws(context) ? code`On AWS the stack bounds ${aws}` : undefined,
      onCloudflare(context)
        ? worker === ''
          ? code`On Cloudflare nothing bounds requests, and nothing else starts the Worker${portsOf(design).has('records') ? code` but the hourly sweep` : code``}`
          : code`On Cloudflare the configuration bounds ${worker}`
        : undefined,
    ],
    '. ',
  )
}
