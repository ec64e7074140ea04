import {
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import dialogClasses from './dialog.module.css'
import classes from './ui.module.css'

// Mantine's greys 0 to 9, by what its styles use them for: hover and pressed, lines (2 and 3), field borders
// (4 and 5), faint text (6 and 7), text (8 and 9).
const gray: MantineColorsTuple = [
  'var(--hover)',
  'var(--hover)',
  'var(--line)',
  'var(--line)',
  'var(--field)',
  'var(--field)',
  'var(--muted)',
  'var(--muted)',
  'var(--text)',
  'var(--text)',
]

// Mantine's greys 0 to 9 of the dark theme, by what its styles use them for: text (0 and 1), faint text
// (2 and 3), field borders (4), hover (5 and 7), panels (6), page (8 and 9).
const dark: MantineColorsTuple = [
  'var(--text)',
  'var(--text)',
  'var(--muted)',
  'var(--muted)',
  'var(--field)',
  'var(--hover)',
  'var(--panel)',
  'var(--hover)',
  'var(--page)',
  'var(--page)',
]

// Locking the page's scroll would insert a style sheet, which the content security policy refuses. The `banner` role
// is for the page's own header only. An element with `data-sheet` is printed instead of the page (print.css).
const dialog = {
  lockScroll: false,
  transitionProps: { duration: 0 },
  attributes: { header: { role: 'none' }, content: { 'data-sheet': true } },
}

const choice = { classNames: { description: classes.choiceHelp ?? '', error: classes.choiceHelp ?? '' } }

type Sized = { size?: unknown }
const isCompact = (size: unknown): boolean => typeof size === 'string' && /^(xs|compact-.+)$/.test(size)
const COMPACT_BUTTON = { '--button-height': 'var(--compact)', '--button-fz': '12px' }
const BUTTON = { '--button-height': 'var(--control)', '--button-fz': '13px', '--button-padding-x': '12px' }
const lines = { '--popover-border-color': 'var(--line)' }

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: colorsTuple('var(--accent)'), danger: colorsTuple('var(--danger)'), gray, dark },
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input)
    return input.variant === 'filled' && input.color !== 'danger'
      ? { ...colours, color: 'var(--on-accent)' }
      : colours
  },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-code)',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '14px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '28px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  defaultRadius: 'var(--radius-control)',
  shadows: { xs: 'none', sm: 'none', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { vars: (_: unknown, { size }: Sized) => ({ root: isCompact(size) ? COMPACT_BUTTON : BUTTON }) },
    Input: {
      vars: (_: unknown, { size }: Sized) => ({
        wrapper: { '--input-height': isCompact(size) ? 'var(--compact)' : 'var(--control)' },
      }),
    },
    Checkbox: { ...choice, vars: () => ({ root: { '--checkbox-icon-color': 'var(--on-accent)' } }) },
    Radio: { ...choice, vars: () => ({ root: { '--radio-icon-color': 'var(--on-accent)' } }) },
    Overlay: { vars: () => ({ root: { '--overlay-bg': 'var(--scrim)' } }) },
    Popover: {
      defaultProps: { radius: 'var(--radius-panel)', shadow: 'md' },
      classNames: { dropdown: classes.popover ?? '' },
      vars: () => ({ dropdown: lines }),
    },
    Menu: {
      defaultProps: {
        radius: 'var(--radius-panel)',
        shadow: 'md',
        // The first item has the focus at once, so that Enter and the arrows work without a first step.
        withInitialFocusPlaceholder: false,
        menuItemTabIndex: 0,
        transitionProps: { duration: 0 },
        // A hidden menu could not take the focus.
        hideDetached: false,
      },
      classNames: { item: classes.menuItem ?? '' },
    },
    Tabs: { vars: () => ({ root: { '--tab-border-color': 'var(--line)' } }) },
    Tooltip: {
      defaultProps: { withinPortal: true, events: { hover: true, focus: true, touch: true } },
      vars: () => ({ tooltip: { '--tooltip-bg': 'var(--text)', '--tooltip-color': 'var(--panel)' } }),
    },
    Modal: {
      defaultProps: { centered: true, radius: 'var(--radius-dialog)', ...dialog },
      classNames: {
        title: dialogClasses.title ?? '',
        content: dialogClasses.content ?? '',
        close: dialogClasses.close ?? '',
      },
    },
    Drawer: {
      defaultProps: dialog,
      classNames: { title: dialogClasses.title ?? '', close: dialogClasses.close ?? '' },
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
  '--mantine-color-disabled': 'var(--hover)',
  '--mantine-color-disabled-color': 'var(--field)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-accent-filled-hover': 'color-mix(in srgb, var(--accent) 88%, var(--text))',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--hover)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-color-danger-filled': 'var(--danger-fill)',
  '--mantine-color-danger-filled-hover': 'color-mix(in srgb, var(--danger-fill) 88%, black)',
  '--mantine-color-danger-light-hover': 'var(--hover)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
}

/** Maps Mantine's surface colours to our tokens. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: surfaces, dark: surfaces })
