import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { call, messageOf, part } from './api.ts'
import { Citations } from './citations.tsx'
import { isUnderway, pauseBeforePoll, readInto, toBeRead, waitAfter } from './polling.ts'
import type { Artifact } from './shapes.ts'

const KINDS = [
  ['briefing_doc', 'Briefing'],
  ['faq_glossary', 'Questions and terms'],
  ['implementation_plan', 'Plan'],
  ['world_bible', 'World'],
] as const

interface Props {
  readonly at: string
  readonly onProblem: (problem: string) => void
}

const Sections = ({ artifact: { sections = [] } }: { readonly artifact: Artifact }) => (
  <>
    {sections.map(({ key, heading, items }) => (
      <section key={key}>
        <h5>{heading}</h5>
        {items.length === 0 && <p>The sources tell nothing of it.</p>}
        <ul>
          {items.map(({ label, text, citations }) => (
            <li key={`${label} ${text}`}>
              {label !== null && <strong>{label}: </strong>}
              {text}
              <details>
                <summary>Where it stands</summary>
                <Citations citations={citations} />
              </details>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
)

const Card = ({ artifact, onAgain }: { readonly artifact: Artifact; readonly onAgain: () => void }) => (
  <li>
    <h4>
      {artifact.title} <small role="status">{artifact.state}</small>
      {artifact.stale && <span class="tag">stale: {artifact.staleReasons?.join(', ').replaceAll('_', ' ')}</span>}
    </h4>
    {!isUnderway(artifact) && (
      <button type="button" class="quiet" aria-label={`Make again: ${artifact.title}`} onClick={onAgain}>
        Make again
      </button>
    )}
    <Sections artifact={artifact} />
  </li>
)

/** The artifacts of a notebook. Unfinished ones are polled until they have ended. */
const useArtifacts = ({ at, onProblem }: Props) => {
  const [artifacts, setArtifacts] = useState<readonly Artifact[]>([])
  const [looks, setLooks] = useState(0)
  const [waitMs, setWaitMs] = useState<number>()
  const shownBefore = useRef<readonly Artifact[]>([])
  const show = useCallback((next: readonly Artifact[]): void => {
    shownBefore.current = next
    setArtifacts(next)
  }, [])
  const readAll = useCallback(
    (some: readonly Artifact[]) =>
      Promise.all(some.map(({ id }) => call<Artifact>('GET', `${at}/artifacts/${part(id)}`))),
    [at],
  )
  const load = useCallback(async (): Promise<void> => {
    const { artifacts: listed } = await call<{ artifacts: Artifact[] }>('GET', `${at}/artifacts`)
    show(readInto(listed, shownBefore.current, await readAll(toBeRead(listed, shownBefore.current))))
    setLooks(0)
  }, [at, readAll, show])
  const attempt = useCallback(
    (work: () => Promise<unknown>) =>
      void work()
        .then(load)
        .catch((error: unknown) => onProblem(messageOf(error))),
    [load, onProblem],
  )
  useEffect(() => {
    shownBefore.current = []
    attempt(async () => undefined)
  }, [attempt])
  useEffect(() => {
    const underway = artifacts.filter(isUnderway)
    if (underway.length === 0) return
    const look = async (): Promise<void> => {
      try {
        const read = await readAll(underway)
        setWaitMs(undefined)
        show(readInto(shownBefore.current, shownBefore.current, read))
      } catch (error) {
        setWaitMs(waitAfter(error))
        if (waitAfter(error) === undefined) onProblem(messageOf(error))
      }
      setLooks((before) => before + 1)
    }
    const timer = setTimeout(() => void look(), Math.max(waitMs ?? 0, pauseBeforePoll(looks, underway.length)))
    return () => clearTimeout(timer)
  }, [artifacts, looks, waitMs, readAll, show, onProblem])
  return { artifacts, attempt }
}

/** The artifacts of a notebook: order, show, make again. */
export const Artifacts = ({ at, onProblem }: Props) => {
  const { artifacts, attempt } = useArtifacts({ at, onProblem })

  return (
    <section aria-labelledby="artifacts">
      <h3 id="artifacts">Made of it</h3>
      <div class="row">
        {KINDS.map(([kind, name]) => (
          <button
            key={kind}
            type="button"
            onClick={() => attempt(() => call('POST', `${at}/artifacts`, { body: { kind } }))}
          >
            {name}
          </button>
        ))}
      </div>
      <ul class="cards">
        {artifacts.map((artifact) => (
          <Card
            key={artifact.id}
            artifact={artifact}
            onAgain={() => attempt(() => call('POST', `${at}/artifacts/${part(artifact.id)}/regenerate`))}
          />
        ))}
      </ul>
    </section>
  )
}
