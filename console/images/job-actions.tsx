import { Button, LinkButton } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { images, type Job } from '../api/images.ts'
import { addressWith } from '../session/address.ts'
import { ConfirmAction } from '../session/confirm-action.tsx'
import { isInProgress } from '../session/job-words.ts'
import { invalidate } from '../session/queries.ts'
import { VariationsDialog } from './variations-dialog.tsx'

interface JobProps {
  readonly job: Job
  /** Tenant of the image key that generated it; undefined if it was generated in the console. */
  readonly tenant: string | undefined
}

const DeleteDialog = ({ job, tenant, onClose }: JobProps & { readonly onClose: () => void }) => {
  const { route } = useLocation()
  return (
    <ConfirmAction
      title="Delete this image?"
      action="Delete image"
      work={() => images.delete({ id: job.job_id, ...(tenant === undefined ? {} : { tenant_id: tenant }) })}
      onDone={() => {
        void invalidate('images')
        route('/images/gallery')
      }}
      onClose={onClose}
    >
      <p>“{job.original_prompt}”</p>
      <p>The job and all its images are deleted permanently. Credits are not refunded.</p>
    </ConfirmAction>
  )
}

export const JobActions = ({ job, tenant }: JobProps) => {
  const [openDialog, setOpenDialog] = useState<'variations' | 'delete'>()
  const isDone = job.state === 'completed'
  return (
    <>
      {isDone && tenant === undefined && (
        <Button onClick={() => setOpenDialog('variations')}>Generate variations…</Button>
      )}
      {isDone && (
        <LinkButton href={addressWith('/images', { from: job.job_id, prompt: job.original_prompt })}>
          Use as source image
        </LinkButton>
      )}
      {!isDone && !isInProgress(job) && (
        <LinkButton href={addressWith('/images', { prompt: job.original_prompt })}>Try again</LinkButton>
      )}
      <Button kind="danger" onClick={() => setOpenDialog('delete')}>
        Delete…
      </Button>
      {openDialog === 'variations' && <VariationsDialog job={job} onClose={() => setOpenDialog(undefined)} />}
      {openDialog === 'delete' && <DeleteDialog job={job} tenant={tenant} onClose={() => setOpenDialog(undefined)} />}
    </>
  )
}
