import { Button, Section } from '@signet/ui'
import { FileTree } from '@signet/ui/file-tree'
import { flows } from '../api/flows.ts'
import { counted } from '../session/amounts.ts'
import { faultOf } from '../session/faults.ts'
import { useQuery } from '../session/queries.ts'
import { useSettled } from '../session/settled.ts'

/** Previews are counted: ten a minute. */
const AFTER_MS = 900

interface PreviewInput {
  readonly intention: string
  readonly project_type: string
}

const usePreview = (asked: PreviewInput, isAsked: boolean) => {
  const settled = useSettled(asked, AFTER_MS)
  return useQuery({
    queryKey: ['flows', 'preview', settled],
    queryFn: ({ signal }) => flows.previewScaffold(settled, { signal }),
    enabled: isAsked && settled.intention !== '',
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export const Preview = ({ of: asked, isAsked }: { readonly of: PreviewInput; readonly isAsked: boolean }) => {
  const { data, error, refetch } = usePreview(asked, isAsked)
  return (
    <Section title="What it would be">
      {error && (
        <div class="row">
          <span class="fault">{faultOf(error).message}</span>
          <Button kind="quiet" onClick={() => void refetch()}>
            Show the preview
          </Button>
        </div>
      )}
      {data ? (
        <>
          <p class="second">{counted(data.files.length, 'file')}. Nothing is made yet, and a preview costs nothing.</p>
          <div class="preview">
            <FileTree label="Files to come" files={data.files.map(({ path, role }) => ({ path, note: role }))} />
          </div>
        </>
      ) : (
        !error && <p class="second">Its files show here while you type.</p>
      )}
    </Section>
  )
}
