import type { Content, Policy, Verdict } from '@signet/evidence'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PolicyChoice } from './check-messages.ts'
import { type Checker, createChecker } from './checker.ts'
import { startWorker } from './start-worker.ts'

/** Typing pause before a check, shorter than people notice. */
const PAUSE_MS = 120

export interface TextVerdict {
  readonly verdict: Verdict
  readonly body: string
  readonly ms: number
}

export interface Checking {
  readonly checked: TextVerdict | undefined
  readonly policies: readonly PolicyChoice[]
  readonly hasFailed: boolean
}

/** Checks a content against a policy in a worker and repeats it when either changes. Requires no network. */
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
      pauseMs: PAUSE_MS,
      onReady: (ready) => setPolicies(ready.policies),
      onAnswer: ({ verdict, ms }, { content: { body } }) => setChecked(verdict && { verdict, body, ms }),
    })
    return () => checker.current?.end()
  }, [])
  const inputJson = JSON.stringify([content, policy])
  useEffect(() => {
    if (policy === undefined) return
    if (content.body === '') setChecked(undefined)
    else checker.current?.ask({ content, policy })
  }, [inputJson])
  return { checked: content.body === '' ? undefined : checked, policies, hasFailed }
}
