import { createImagegenClient } from '../clients/imagegen.ts'
import { requesting } from '../transport/requesting.ts'

export const images = createImagegenClient(requesting('images'))
