"""What tests share: the seal, repositories, sessions, vectors, strategies, goldens."""
