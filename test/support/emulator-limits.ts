import { beforeEach } from 'vitest'

/** API tests that an emulator cannot run, each with the reason, which is printed next to every skipped test. */
const LIMITS: readonly { readonly title: RegExp; readonly reason: string }[] = [
  {
    title: /killed|cannot (?:paint|encode)|message was lost|where nobody has begun|delivered twice|deleted while/,
    reason: 'drills need the control API of the local runner',
  },
  {
    title: /generateImage counts on the quota/,
    reason: 'functions of an emulator do not reach its APIs by the addresses that they are given',
  },
  {
    title: /getBilling returns 200 with the credits/,
    reason: 'MiniStack answers an empty text for a secret without a value, where AWS answers that there is none',
  },
  {
    title: /^(?:createTenant|listTenants|rotateTenantKey|getTenantUsage|session) |key with a daily budget/,
    reason: 'an emulator has no user pool, and so no sessions',
  },
  {
    title:
      /throttled|broken|bucket fails|still being admitted|stays busy|table is busy|others are first|(?:runGrader|generateScaffold) 409 likewise/,
    reason: 'breaking a service needs the control API of the local runner',
  },
  {
    title: /is announced|by its receiver|slow receiver|announced to|for a day both sign|--webhook-url/,
    reason: 'receivers of tests are on this machine, which is told of on a laptop only',
  },
  {
    title: /N seconds (?:were not enough|have passed)|that nobody has begun|from its time on/,
    reason: 'a job is kept waiting by the control API of the local runner',
  },
  {
    title:
      /foreign id answers|another owner's id gets|owner still has everything|cursor of another tenant|a person (?:sees the jobs|of the organization)|story of the job/,
    reason: 'an emulator has no user pool, and so no sessions',
  },
  {
    title: /state machines of their own|into its own lane/,
    reason: 'executions by machine are shown by the control API of the local runner',
  },
  {
    title: /anonymous callers (?:have|may)|caller is anonymous|Secret 401 without a key|402 without an account/,
    reason: 'an emulator does not tell callers apart by address: there, every address has a key',
  },
  {
    title:
      /by the state machine|before its time|paused and resumed|no advance comes after|changes that it makes itself|goes off rolls|alarm that does not exist|stage that is due|rolls back one that has succeeded|never by a write an evaluation|alarm that is content/,
    reason: 'canaries are driven by moving the clock, and alarms are set, through the control API of the local runner',
  },
  {
    title: /^events of|that could not be sent|are sent by|that come twice|tell of its end/,
    reason: 'what the bus was given is shown by the control API of the local runner',
  },
  {
    title:
      /served their time|old segments are removed when no search reads|nobody answers for 30 minutes|older than the retention|capacity of a removed worker|a rule fires and resolves|with imported content by vendor/,
    reason: 'advancing the clock needs the control API of the local runner',
  },
  {
    title: /breaks while it is decoded|refuses to draw|each kind of failure/,
    reason: 'MiniStack reports every error of a function as Runtime.HandlerError, so refusals are not told from faults',
  },
  {
    title: /generate shows the states on the way and saves the image/,
    reason: 'asset URLs go by the root of the API, and the emulator knows its APIs by another path',
  },
]

beforeEach((context) => {
  const { name } = context.task
  const limit = LIMITS.find(({ title }) => title.test(name))
  if (limit) context.skip(limit.reason)
})
