import { useEffect, useState } from 'preact/hooks'
import { changeFlag, type Preview, previewChange } from './api.ts'
import type { FlagPartProps } from './flag-part-props.ts'

/** After the slider has rested this long, the service is asked who would move. */
const REST_MS = 250

const words = ({ moved, users, movedPercent }: Preview): string =>
  `moves ${moved.toLocaleString()} of ${users.toLocaleString()} users (${movedPercent} %)`

/** For how many users the flag is on; says who would move before anybody does. */
export const Ramp = ({ access, flag, act }: FlagPartProps) => {
  const now = flag.percentage ?? 100
  const [wanted, setWanted] = useState<number>()
  const [preview, setPreview] = useState<Preview | string>()
  const isMoved = wanted !== undefined && wanted !== now
  const isInCanary = flag.canary?.status === 'running' || flag.canary?.status === 'paused'

  useEffect(() => {
    setPreview(undefined)
    if (!isMoved) return
    let isOver = false
    const timer = setTimeout(() => {
      previewChange(access, flag, { percentage: wanted }).then(
        (found) => !isOver && setPreview(found),
        (error: Error) => !isOver && setPreview(error.message),
      )
    }, REST_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [access, flag, wanted, isMoved])

  if (isInCanary) return null
  const save = async () => {
    await act(() => changeFlag(access, flag, { percentage: wanted }))
    setWanted(undefined)
  }
  return (
    <fieldset>
      <legend>Ramp</legend>
      <label>
        On for {wanted ?? now} % of users
        <input
          type="range"
          min="0"
          max="100"
          step="1"
          value={wanted ?? now}
          onInput={({ currentTarget }) => setWanted(Number(currentTarget.value))}
        />
      </label>
      <output>{typeof preview === 'string' ? preview : preview ? words(preview) : isMoved ? 'Asking…' : ''}</output>
      {isMoved && (
        <span class="actions">
          <button type="button" onClick={save}>
            Set to {wanted} %
          </button>
          <button type="button" class="quiet" onClick={() => setWanted(undefined)}>
            Leave at {now} %
          </button>
        </span>
      )}
    </fieldset>
  )
}
