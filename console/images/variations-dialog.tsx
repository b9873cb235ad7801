import { Button, Dialog, Select, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { images, type Job } from '../api/images.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { formatCount } from '../session/amounts.ts'
import { invalidate } from '../session/queries.ts'

const COUNTS = ['1', '2', '3', '4'].map((value) => ({ value, text: value }))

export const VariationsDialog = ({ job, onClose }: { readonly job: Job; readonly onClose: () => void }) => {
  const { route } = useLocation()
  const [count, setCount] = useState('4')
  const [strength, setStrength] = useState('0.7')
  const generation = useAction(
    () => images.createVariations({ id: job.job_id, count: Number(count), variation_strength: Number(strength) }),
    () => {
      void invalidate('images')
      void invalidate('credits')
      void invalidate('billing')
      route('/images/gallery')
    },
  )
  return (
    <Dialog title="Variations" onClose={onClose}>
      <ActionForm
        action={generation}
        onSubmit={() => generation.run()}
        text="Generate variations"
        secondary={<Button onClick={onClose}>Cancel</Button>}
      >
        <Select
          label="Number of images"
          value={count}
          options={COUNTS}
          onValue={setCount}
          fault={generation.fields.count}
        />
        <TextField
          label="Variation strength (0 to 1)"
          type="number"
          min={0}
          max={1}
          step={0.05}
          hint="0 stays close to the image, 1 ignores the image"
          value={strength}
          onValue={setStrength}
          fault={generation.fields.variation_strength}
        />
        <p class="second">
          Price: {formatCount(Number(count), 'credit')}. Variations have draft quality and cost 1 credit each.
        </p>
      </ActionForm>
    </Dialog>
  )
}
