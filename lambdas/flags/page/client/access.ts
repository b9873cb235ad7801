import { useState } from 'preact/hooks'
import type { Access } from './api.ts'

/** For this tab only: a key is not left behind in the browser. */
const KEY = 'signet-flags-key'

const kept = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined

/** Key and environment are one value, for whatever is asked is asked anew when either changes. */
export const useAccess = () => {
  const [access, setAccess] = useState<Access>({ key: kept(), environment: 'production' })
  const signIn = (key: string): void => {
    sessionStorage.setItem(KEY, key)
    setAccess({ ...access, key })
  }
  const setEnvironment = (environment: string): void => setAccess({ ...access, environment })
  return { access, signIn, setEnvironment }
}
