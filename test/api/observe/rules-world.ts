import { call } from '../../support/api.ts'

/** A rule on the error rate of every worker. */
export const errorsRule = (name: string, others: object = {}) => ({
  name,
  condition: { kind: 'error_rate', worker: '*', threshold: 0.5, window_minutes: 5 },
  ...others,
})

export const newRule = (key: string, body: object) =>
  call<{ id: string }>('POST', '/api/observe/rules', { key, body, as: 'createObserveRule' })

/** An availability objective of a worker. */
export const availability = (name: string, members: object = {}) => ({
  name,
  worker: 'edge',
  indicator: { kind: 'availability' },
  objective: 0.9,
  window_days: 7,
  ...members,
})

export const newSlo = (key: string, body: object) =>
  call<{ id: string }>('POST', '/api/observe/slos', { key, body, as: 'createObserveSlo' })
