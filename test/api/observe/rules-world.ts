import { call } from '../../support/api.ts'

/** The body of a rule on the error rate of every worker. */
export const errorsRule = (name: string, fields: object = {}) => ({
  name,
  condition: { kind: 'error_rate', worker: '*', threshold: 0.5, window_minutes: 5 },
  ...fields,
})

export const createRule = (key: string, body: object) =>
  call<{ id: string }>('POST', '/api/observe/rules', { key, body, as: 'createObserveRule' })

/** The body of an availability SLO of a worker. */
export const availabilitySlo = (name: string, fields: object = {}) => ({
  name,
  worker: 'edge',
  indicator: { kind: 'availability' },
  objective: 0.9,
  window_days: 7,
  ...fields,
})

export const createSlo = (key: string, body: object) =>
  call<{ id: string }>('POST', '/api/observe/slos', { key, body, as: 'createObserveSlo' })
