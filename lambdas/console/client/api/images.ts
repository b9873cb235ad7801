import { createImagegenClient } from '../clients/imagegen.ts'
import { requesting } from '../session/requesting.ts'

export const images = createImagegenClient(requesting('images'))
