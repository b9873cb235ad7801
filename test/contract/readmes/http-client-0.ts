import { ApiError, requestJson } from '@signet/http-client'

interface Job {
  readonly job_id: string
  readonly state: string
}

/** Returns the state of a job; undefined if the job does not exist. */
export const jobState = async (baseUrl: string, credential: string, id: string): Promise<string | undefined> => {
  try {
    const request = { baseUrl, credential, method: 'GET', path: `/v2/jobs/${encodeURIComponent(id)}` }
    return (await requestJson<Job>(request)).state
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

export {}
