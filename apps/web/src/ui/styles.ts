// The styles of the Mantine parts that the first page needs. A part that comes later brings its own along.
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import './tokens.css'
