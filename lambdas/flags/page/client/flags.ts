import { Refused } from '@signet/pages/client'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { type Access, type Flag, listFlags } from './api.ts'

/** Polling interval of flags. */
const REFRESH_MS = 5_000

/** Flags are polled, because canaries and other people change them. */
export const useFlags = (access: Access) => {
  const [flags, setFlags] = useState<readonly Flag[]>()
  const [problem, setProblem] = useState<string>()
  const [isSignedOut, setSignedOut] = useState(false)

  const load = useCallback(async (): Promise<void> => {
    try {
      setFlags(await listFlags(access))
      setProblem(undefined)
      setSignedOut(false)
    } catch (error) {
      if (error instanceof Refused && error.status === 401) setSignedOut(true)
      else setProblem(error instanceof Error ? error.message : String(error))
    }
  }, [access])

  useEffect(() => {
    void load()
    const timer = setInterval(() => void load(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [load])

  const replace = (flag: Flag): void =>
    setFlags((shown) => shown?.map((other) => (other.key === flag.key ? flag : other)))
  return { flags, problem, isSignedOut, load, replace }
}
