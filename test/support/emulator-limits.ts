import { beforeEach } from 'vitest'

/** API tests that an emulator cannot run, each with the reason, which is printed next to every skipped test. */
const LIMITS: readonly { readonly title: RegExp; readonly reason: string }[] = [
  {
    title:
      /killed|a failed (?:painting|encoding)|cannot encode|message was lost|at no cost for an unstarted job|delivered twice|duplicate message creates one image|deleted while/,
    reason: 'drills need the control API of the local runner',
  },
  {
    title: /generateImage counts on the quota/,
    reason: 'functions of an emulator cannot reach its APIs by their configured addresses',
  },
  {
    title: /getBilling returns 200 with the credits/,
    reason: 'for a secret without a value, MiniStack returns an empty text, where AWS returns an error',
  },
  {
    title:
      /^(?:createTenant|listTenants|rotateTenantKey|getTenantUsage|session) |key (?:with a|that has used its) daily budget|invalid or ended session|a session sees the same flags/,
    reason: 'an emulator has no user pool, and so no sessions',
  },
  {
    title:
      /throttled|broken|resumes an interrupted upload|bucket fails|still being admitted|stays busy|table is busy|409 after (?:repeated )?conflicts/,
    reason: 'breaking a service needs the control API of the local runner',
  },
  {
    title:
      /arrives on (?:completion|failure)|when its receiver fails|arrives although|job's webhook when missed|deleted before its end|after status 410|slow receiver|secrets sign (?:for a day|requests)|counts each part when its URL is issued|emits observe-cap|--webhook-url/,
    reason: 'receivers of tests are on this machine, which only the local runner calls',
  },
  {
    title: /after N seconds|unstarted job on time|every read of the job/,
    reason: 'only the control API of the local runner can delay a job',
  },
  {
    title:
      /foreign id gets the response|another owner's id gets|owner still has all data|cursor of another tenant|jobs of each of a person's tenants|a person of the organization|history of the job/,
    reason: 'an emulator has no user pool, and so no sessions',
  },
  {
    title: /separate state machines|to its own lane/,
    reason: 'only the control API of the local runner lists executions by machine',
  },
  {
    title:
      /anonymous callers (?:have|get 402|read and chain)|caller is anonymous|401 without a key, 403 for one without generate|402 without an account/,
    reason: 'an emulator does not distinguish callers by address: there, every address has a key',
  },
  {
    title:
      /by the state machine|before its time|paused and resumed|later stages do not start|kill switch works during a canary|an alarm rolls|alarm that does not exist|a due stage|rolls back a succeeded canary|write per evaluation|alarm in state OK/,
    reason: 'the control API of the local runner moves the clock for canaries and sets alarms',
  },
  {
    title: /first delivery failed|through the sweeper if not sent|sent by the relay|report its end/,
    reason: 'only the control API of the local runner lists the events of the bus',
  },
  {
    title:
      /source and mask expire|old segments are removed when no search reads|30 minutes without an answer|older than the retention|capacity of a removed worker|a rule fires and resolves|with imported content by vendor/,
    reason: 'advancing the clock needs the control API of the local runner',
  },
  {
    title: /breaks during decoding|refused content is typed|each kind of failure/,
    reason: 'MiniStack reports every error of a function as Runtime.HandlerError, so refusals look like faults',
  },
  {
    title: /generate shows the passing states/,
    reason: 'asset URLs start at the root of the API, and the emulator serves its APIs at another path',
  },
]

beforeEach((context) => {
  const { name } = context.task
  const limit = LIMITS.find(({ title }) => title.test(name))
  if (limit) context.skip(limit.reason)
})
