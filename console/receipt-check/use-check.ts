import { useContext, useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useQuery } from '../session/queries.ts'
import { SessionContext } from '../session/session.tsx'
import type { LocalFile, ReceiptCheck } from './checking.ts'
import { type IssuerReport, lookUp } from './lookup.ts'
import { type Tools, toolsQuery } from './tools.ts'
import { NO_KEYS, type TrustedKeys } from './trusted-keys.ts'

interface DroppedFiles {
  readonly id: number
  readonly files: readonly File[]
}

export interface Outcome extends ReceiptCheck {
  readonly name: string
  readonly subjectName: string | undefined
  readonly issuerReport: IssuerReport
}

const readFile = async (file: File): Promise<LocalFile> => ({
  name: file.name,
  bytes: new Uint8Array(await file.arrayBuffer()),
})

interface Source {
  readonly files: readonly LocalFile[]
  readonly issuerReport?: IssuerReport
}

const sampleFile = async (sample: string): Promise<LocalFile> => {
  const { changedSample, validSample } = await import('./samples.ts')
  return sample === 'changed'
    ? { name: 'the modified sample', bytes: changedSample() }
    : { name: 'the sample', bytes: validSample() }
}

interface CheckInput {
  readonly droppedFiles: DroppedFiles | undefined
  readonly sample: string
  readonly hash: string
  readonly isSignedIn: boolean
}

const readSource = async (
  { droppedFiles, sample, hash, isSignedIn }: CheckInput,
  signal: AbortSignal,
): Promise<Source> => {
  if (droppedFiles) return { files: await Promise.all(droppedFiles.files.map(readFile)) }
  if (sample !== '') return { files: [await sampleFile(sample)] }
  const { bytes, issuerReport } = await lookUp(hash, isSignedIn, signal)
  return { files: [{ name: `receipt ${hash.slice(0, 12)}`, bytes }], issuerReport }
}

let lastDropId = 0

export const useCheck = () => {
  const { query, route } = useLocation()
  const { hash = '', sample = '' } = query
  const isSignedIn = useContext(SessionContext) !== undefined
  const [droppedFiles, setDroppedFiles] = useState<DroppedFiles>()
  const [subject, setSubject] = useState<{ readonly id: number; readonly file: File }>()
  const [keys, setKeys] = useState<{ readonly text: string; readonly userKeys: TrustedKeys }>({
    text: '',
    userKeys: NO_KEYS,
  })
  const tools = useQuery(toolsQuery)
  useEffect(() => {
    // The URL now names another receipt, so the dropped file no longer applies.
    if (hash !== '' || sample !== '') setDroppedFiles(undefined)
    setSubject(undefined)
  }, [hash, sample])
  const check = async ({ findReceipt, checkReceipt, published }: Tools, signal: AbortSignal): Promise<Outcome> => {
    const { files, issuerReport = {} } = await readSource({ droppedFiles, sample, hash, isSignedIn }, signal)
    const { name, receipt, subject: droppedSubject } = findReceipt(files)
    const subjectFile = subject ? await readFile(subject.file) : droppedSubject
    const input = {
      file: receipt,
      subject: subjectFile?.bytes,
      published,
      userKeys: keys.userKeys,
      origin: location.origin,
    }
    const { isPending } = issuerReport
    return { ...(await checkReceipt({ ...input, isPending })), name, subjectName: subjectFile?.name, issuerReport }
  }
  const isRequested = droppedFiles !== undefined || hash !== '' || sample !== ''
  const outcome = useQuery({
    queryKey: ['receipt-check', droppedFiles?.id, hash, sample, subject?.id, keys.text],
    queryFn: ({ signal }) => check(tools.data as Tools, signal),
    enabled: tools.data !== undefined && isRequested,
    // Files do not change; the status of a looked-up receipt can.
    staleTime: droppedFiles !== undefined || sample !== '' ? Number.POSITIVE_INFINITY : 0,
  })
  return {
    tools,
    outcome: { ...outcome, isRequested },
    hash,
    setKeys,
    dropReceipt(files: readonly File[]) {
      if (files.length === 0) return
      setSubject(undefined)
      setDroppedFiles({ id: ++lastDropId, files })
      if (hash !== '' || sample !== '') route('/receipts/check')
    },
    dropSubject(files: readonly File[]) {
      const [file] = files
      if (file) setSubject({ id: ++lastDropId, file })
    },
  }
}
