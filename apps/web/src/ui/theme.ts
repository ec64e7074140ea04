import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import classes from './ui.module.css'

// Accent of both themes: index 6 is the fill in light, index 5 in dark; white text is readable on both.
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

// For destructive actions; white text is readable on it in both themes.
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

// Mantine's dark greys, set to our tokens: text, line, hover, fields, page.
const dark: MantineColorsTuple = [
  '#e6e9ee',
  '#c3cad3',
  '#9aa4b1',
  '#76818f',
  '#2a303a',
  '#1d222b',
  '#12161c',
  '#0e1116',
  '#0b0d12',
  '#080a0d',
]

// Locking the page's scroll would insert a style sheet, which the content security policy refuses. The `banner` role
// is for the page's own header only.
const dialog = {
  lockScroll: false,
  transitionProps: { duration: 0 },
  attributes: { header: { role: 'none' } },
}

type Sized = { size?: unknown }
// Same height as a small multi-select field, so that filters align.
const SMALL_FIELD = { '--input-height': '29px' }
const SMALL_BUTTON = { '--button-height': '26px', '--button-fz': '12px' }

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  colors: { accent, danger, dark },
  fontFamily:
    'system-ui, "Noto Sans", "Noto Sans CJK JP", "Noto Sans CJK KR", "Noto Sans CJK SC", sans-serif',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '15px', xl: '20px' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { vars: (_: unknown, { size }: Sized) => ({ root: size === 'compact-sm' ? SMALL_BUTTON : {} }) },
    Input: { vars: (_: unknown, { size }: Sized) => ({ wrapper: size === 'xs' ? SMALL_FIELD : {} }) },
    Tooltip: { defaultProps: { withinPortal: true, events: { hover: true, focus: true, touch: true } } },
    Modal: {
      defaultProps: { centered: true, ...dialog },
      classNames: { title: classes.dialogTitle ?? '', content: classes.dialogContent ?? '' },
    },
    Drawer: { defaultProps: dialog },
    Spotlight: {
      defaultProps: {
        transitionProps: dialog.transitionProps,
        overlayProps: { backgroundOpacity: 0.6, blur: 0 },
      },
    },
  },
})

// Mantine sets these variables per scheme, so they are overridden in both.
const surfaces = {
  '--mantine-color-body': 'var(--panel)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-default': 'var(--panel)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--danger)',
}

/** Maps Mantine's surface colours to our tokens. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: surfaces, dark: surfaces })
