import type { ErrorIR } from '@signet/contracts/ir'
import { type Change, changed, displayValue } from './change.ts'
import { textChange } from './text-change.ts'

const release = 'keep it, or raise the major version'

/** 2 for 2xx, 4 for 4xx: clients treat a status that they do not know as its class. */
export const classOf = (status: number): number => Math.floor(status / 100)

const errorChange = (
  before: readonly ErrorIR[],
  old: ErrorIR | undefined,
  now: ErrorIR | undefined,
  at: string,
): Change[] => {
  if (old === undefined && now !== undefined) {
    const what = `the code ${now.code} (${now.status}) is new`
    return before.some(({ status }) => classOf(status) === classOf(now.status))
      ? [changed('minor', 'error-code-added', at, what, `callers treat it as another ${classOf(now.status)}xx`)]
      : [
          changed(
            'major',
            'error-code-added',
            at,
            what,
            `callers have met no ${classOf(now.status)}xx here before; answer with a declared class, or raise the major version`,
          ),
        ]
  }
  if (old !== undefined && now === undefined) {
    return [
      changed(
        'minor',
        'error-code-removed',
        at,
        `the code ${old.code} is gone`,
        'callers handle an error that no longer occurs',
      ),
    ]
  }
  if (old === undefined || now === undefined) return []
  const what = `${old.code} was ${displayValue(old.status)} and is ${displayValue(now.status)}`
  return [
    ...textChange(old.description, now.description, `${at}.description`),
    ...(old.status === now.status
      ? []
      : [changed('major', 'error-status-changed', `${at}.status`, what, `callers decide by the status; ${release}`)]),
  ]
}

export const errorChanges = (before: readonly ErrorIR[], after: readonly ErrorIR[], at: string): Change[] => {
  const codes = [...new Set([...before, ...after].map(({ code }) => code))]
  return codes.flatMap((code) => {
    const find = (list: readonly ErrorIR[]) => list.find((error) => error.code === code)
    return errorChange(before, find(before), find(after), `${at}.errors.${code}`)
  })
}
