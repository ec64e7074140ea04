export { BannerCard } from './BannerCard.tsx'
