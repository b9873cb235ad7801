import { Button, Dialog, Notice } from '@signet/ui'
import { sentiment } from '../api/sentiment.ts'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useQuery } from '../session/queries.ts'

export const TestDialog = ({ tenantId, onClose }: { readonly tenantId: string; readonly onClose: () => void }) => {
  const outcome = useQuery({
    queryKey: ['mention-test', tenantId],
    queryFn: () => sentiment.testSentimentMonitor({ tenantId }),
    staleTime: 0,
  })
  const close = () => {
    void invalidate('mentions')
    onClose()
  }
  return (
    <Dialog title="Endpoint test" onClose={close}>
      <Loaded of={outcome} rows={1}>
        {({ verified, status }) => (
          <Notice kind={verified ? 'ok' : 'danger'}>
            <p>
              {verified
                ? `The endpoint responded to the challenge with status ${status}.`
                : status === null
                  ? 'The endpoint did not respond or is not reachable.'
                  : `The endpoint returned status ${status} without the challenge.`}
            </p>
          </Notice>
        )}
      </Loaded>
      <div class="actions">
        <Button kind="primary" onClick={close}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
