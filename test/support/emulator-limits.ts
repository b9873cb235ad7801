import { beforeEach } from 'vitest'

/** API tests that an emulator cannot run, each with the reason; printed beside every test that is skipped. */
const LIMITS: readonly { readonly title: RegExp; readonly reason: string }[] = [
  {
    title: /killed|cannot (?:paint|encode)|message was lost|delivered twice|deleted while/,
    reason: 'drills need the control API of the local runner',
  },
  {
    title: /throttled|broken|bucket fails|still being admitted/,
    reason: 'breaking a service needs the control API of the local runner',
  },
]

beforeEach((context) => {
  const limit = LIMITS.find(({ title }) => title.test(context.task.name))
  if (limit) context.skip(limit.reason)
})
