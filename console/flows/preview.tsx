import { Button, Section } from '@signet/ui'
import { FileTree } from '@signet/ui/file-tree'
import { flows } from '../api/flows.ts'
import { formatCount } from '../session/amounts.ts'
import { useDebounced } from '../session/debounced.ts'
import { faultOf } from '../session/faults.ts'
import { useQuery } from '../session/queries.ts'

/** The service allows ten previews per minute. */
const DEBOUNCE_MS = 900

interface PreviewInput {
  readonly intention: string
  readonly project_type: string
}

const usePreview = (input: PreviewInput, isEnabled: boolean) => {
  const debouncedInput = useDebounced(input, DEBOUNCE_MS)
  return useQuery({
    queryKey: ['flows', 'preview', debouncedInput],
    queryFn: ({ signal }) => flows.previewScaffold(debouncedInput, { signal }),
    enabled: isEnabled && debouncedInput.intention !== '',
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export const Preview = ({ input, isEnabled }: { readonly input: PreviewInput; readonly isEnabled: boolean }) => {
  const { data, error, refetch } = usePreview(input, isEnabled)
  return (
    <Section title="Preview">
      {error && (
        <div class="row">
          <span class="fault">{faultOf(error).message}</span>
          <Button kind="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data ? (
        <>
          <p class="second">{formatCount(data.files.length, 'file')}. The preview is free and creates no flow.</p>
          <div class="preview">
            <FileTree label="Planned files" files={data.files.map(({ path, role }) => ({ path, note: role }))} />
          </div>
        </>
      ) : (
        !error && <p class="second">The planned files appear here while you type.</p>
      )}
    </Section>
  )
}
