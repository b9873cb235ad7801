import { useState } from 'preact/hooks'
import type { Access } from './api.ts'

/** Kept for this tab only, so that no key stays behind in the browser. */
const KEY = 'signet-flags-key'

const kept = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined

/** Key and environment are one value: when either changes, everything is loaded again. */
export const useAccess = () => {
  const [access, setAccess] = useState<Access>({ key: kept(), environment: 'production' })
  const signIn = (key: string): void => {
    sessionStorage.setItem(KEY, key)
    setAccess({ ...access, key })
  }
  const setEnvironment = (environment: string): void => setAccess({ ...access, environment })
  return { access, signIn, setEnvironment }
}
