"""The page for phones and laptops: take a photo, put it right, see the 台 and who pays whom."""
