import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

// The accent of both themes: index 6 fills in light, index 5 in dark; white is readable on both.
const accent: MantineColorsTuple = [
  '#eef0ff',
  '#dde1ff',
  '#bcc4ff',
  '#a3aeff',
  '#8c9bff',
  '#5a69dd',
  '#3b4cca',
  '#3140b4',
  '#28359a',
  '#1f2a80',
]

// What cannot be taken back; white is readable on it in both themes.
const danger: MantineColorsTuple = [
  '#fdecee',
  '#f9d3d8',
  '#f0a6af',
  '#e77684',
  '#dd4a5c',
  '#c92a3f',
  '#b3122b',
  '#930f24',
  '#760c1d',
  '#5a0916',
]

// Locking the page's scroll would write a style sheet that our content security policy refuses. A dialog's header is no
// second banner of the page.
const dialog = {
  lockScroll: false,
  transitionProps: { duration: 0 },
  attributes: { header: { role: 'none' } },
}

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  colors: { accent, danger },
  fontFamily:
    'system-ui, "Noto Sans", "Noto Sans CJK JP", "Noto Sans CJK KR", "Noto Sans CJK SC", sans-serif',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '15px', xl: '20px' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { withinPortal: true, events: { hover: true, focus: true, touch: true } } },
    Modal: { defaultProps: { centered: true, ...dialog } },
    Drawer: { defaultProps: dialog },
  },
})

// Mantine sets these for each scheme anew.
const MUTED = { '--mantine-color-placeholder': 'var(--muted)', '--mantine-color-dimmed': 'var(--muted)' }

/** Mantine's own surfaces take our tokens, so that no second set of greys appears. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--panel)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-default': 'var(--panel)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--danger)',
  },
  light: MUTED,
  dark: MUTED,
})
