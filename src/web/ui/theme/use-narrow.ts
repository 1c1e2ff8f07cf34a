import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as that of a phone, as the style sheets have it. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false }) ?? false
