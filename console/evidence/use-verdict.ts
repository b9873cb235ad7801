import type { Content, Policy, Verdict } from '@signet/evidence'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PolicyChoice } from './check-messages.ts'
import { type Checker, createChecker } from './checker.ts'
import { startWorker } from './start-worker.ts'

/** Typing pause before a check; too short to be noticed. */
const DEBOUNCE_MS = 120

export interface TextVerdict {
  readonly verdict: Verdict
  readonly body: string
  readonly durationMs: number
}

export interface Checking {
  readonly checked: TextVerdict | undefined
  readonly policies: readonly PolicyChoice[]
  readonly hasFailed: boolean
}

/** Checks a text against a policy in a worker whenever either changes. Sends no request. */
export const useVerdict = (content: Content, policy: string | Policy | undefined): Checking => {
  const [checked, setChecked] = useState<TextVerdict>()
  const [policies, setPolicies] = useState<readonly PolicyChoice[]>([])
  const [hasFailed, setFailed] = useState(false)
  const checker = useRef<Checker | undefined>(undefined)
  useEffect(() => {
    const worker = startWorker('check-worker')
    worker.addEventListener('error', () => setFailed(true))
    checker.current = createChecker({
      port: worker,
      debounceMs: DEBOUNCE_MS,
      onReady: (ready) => setPolicies(ready.policies),
      onResult: ({ verdict, durationMs }, { content: { body } }) =>
        setChecked(verdict && { verdict, body, durationMs }),
    })
    return () => checker.current?.stop()
  }, [])
  const inputJson = JSON.stringify([content, policy])
  useEffect(() => {
    if (policy === undefined) return
    if (content.body === '') setChecked(undefined)
    else checker.current?.schedule({ content, policy })
  }, [inputJson])
  return { checked: content.body === '' ? undefined : checked, policies, hasFailed }
}
